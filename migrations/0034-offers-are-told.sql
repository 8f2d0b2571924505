-- What is shown of prices hangs on these rows too (docs/caches.md, docs/decisions/0063).
create trigger launch_prices_told after insert on launch_prices
  for each row execute function notify_change('course', 'course_id', 'courses');
create trigger launch_prices_emptied_told after truncate on launch_prices
  execute function notify_change();

create trigger bundles_told after insert or update or delete on bundles
  for each row execute function notify_change('bundle', 'id', 'bundles');
create trigger bundles_emptied_told after truncate on bundles execute function notify_change();
create trigger bundle_courses_told after insert or update or delete on bundle_courses
  for each row execute function notify_change('bundle', 'bundle_id', 'bundles');
create trigger bundle_courses_emptied_told after truncate on bundle_courses
  execute function notify_change();

create trigger tax_settings_told after insert on tax_settings
  for each row execute function notify_change('tax settings', 'id', 'tax');
create trigger tax_settings_emptied_told after truncate on tax_settings
  execute function notify_change();
