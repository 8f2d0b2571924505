-- Pages show what the office says of the academy from memory (docs/caches.md).
create or replace trigger office_settings_told after insert or update or delete on office_settings
  for each row execute function notify_change('office', 'id');
create or replace trigger office_settings_emptied_told after truncate on office_settings
  execute function notify_change();
