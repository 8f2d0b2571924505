-- Every process reads the settings anew when one changes (follow-settings.ts).
create or replace trigger site_settings_told after insert or update or delete on site_settings
  for each row execute function notify_change('setting', 'name');
create or replace trigger site_settings_emptied_told after truncate on site_settings
  execute function notify_change();
