-- The public page of a certificate is kept in memory (docs/caches.md).
create or replace trigger certificates_told after delete on certificates
  for each row execute function notify_change('certificate', 'id');
create or replace trigger certificates_changed_told after update on certificates
  for each row when (old.* is distinct from new.*)
  execute function notify_change('certificate', 'id');
create or replace trigger certificates_emptied_told after truncate on certificates
  execute function notify_change();
