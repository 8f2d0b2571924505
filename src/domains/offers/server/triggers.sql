-- What a course once cost stays known.
create or replace trigger launch_prices_append_only before update or delete on launch_prices
  for each row execute function refuse_change();

-- Prices are shown from memory (docs/caches.md).
create or replace trigger launch_prices_told after insert on launch_prices
  for each row execute function notify_change('course', 'course_id', 'courses');
create or replace trigger launch_prices_emptied_told after truncate on launch_prices
  execute function notify_change();
create or replace trigger bundles_told after insert or update or delete on bundles
  for each row execute function notify_change('bundle', 'id', 'bundles');
create or replace trigger bundles_emptied_told after truncate on bundles execute function notify_change();
create or replace trigger bundle_courses_told after insert or update or delete on bundle_courses
  for each row execute function notify_change('bundle', 'bundle_id', 'bundles');
create or replace trigger bundle_courses_emptied_told after truncate on bundle_courses
  execute function notify_change();
