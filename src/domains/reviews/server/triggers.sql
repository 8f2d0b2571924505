-- Pages and cards kept in memory tell the average of what can be seen (docs/caches.md).
create or replace trigger reviews_told after insert or delete on reviews
  for each row execute function notify_change('course', 'course_id', 'courses');
create or replace trigger reviews_changed_told after update on reviews
  for each row when ((old.stars, old.hidden_because) is distinct from (new.stars, new.hidden_because))
  execute function notify_change('course', 'course_id', 'courses');
create or replace trigger reviews_emptied_told after truncate on reviews execute function notify_change();
