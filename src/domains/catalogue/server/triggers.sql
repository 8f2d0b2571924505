-- Pages, lists and films kept in memory hang on these rows (docs/caches.md).
create or replace trigger courses_told after insert or delete on courses
  for each row execute function notify_change('course', 'id', 'courses');
create or replace trigger courses_changed_told after update on courses
  for each row when (old.* is distinct from new.*)
  execute function notify_change('course', 'id', 'courses');
create or replace trigger courses_emptied_told after truncate on courses execute function notify_change();
create or replace trigger modules_told after insert or delete on modules
  for each row execute function notify_change('course', 'course_id', 'courses');
create or replace trigger modules_changed_told after update on modules
  for each row when (old.* is distinct from new.*)
  execute function notify_change('course', 'course_id', 'courses');
create or replace trigger modules_emptied_told after truncate on modules execute function notify_change();
create or replace trigger videos_told after insert or delete on videos
  for each row execute function notify_change('course', 'course_id', 'courses');
create or replace trigger videos_changed_told after update on videos
  for each row when (old.* is distinct from new.*)
  execute function notify_change('course', 'course_id', 'courses');
create or replace trigger videos_emptied_told after truncate on videos execute function notify_change();
