-- The public page of a certificate is kept in memory (docs/caches.md).
create or replace trigger certificates_told after delete on certificates
  for each row execute function notify_change('certificate', 'id', 'certificates');
create or replace trigger certificates_changed_told after update on certificates
  for each row when (old.* is distinct from new.*)
  execute function notify_change('certificate', 'id', 'certificates');
create or replace trigger certificates_emptied_told after truncate on certificates
  execute function notify_change();
-- What other tools check badges by is kept, too.
create or replace trigger badge_keys_told after insert on badge_keys
  for each row execute function notify_change('badge-key', 'public_key', 'badge-keys');
create or replace trigger document_keys_told after insert on document_keys
  for each row execute function notify_change('document-key', 'made_at', 'document-keys');
