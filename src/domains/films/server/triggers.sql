-- Pages show the lengths, sizes and captions of films from memory (docs/caches.md).
create or replace trigger films_told after insert or delete on films
  for each row execute function notify_change('film', 'id');
create or replace trigger films_changed_told after update on films
  for each row when (old.* is distinct from new.*)
  execute function notify_change('film', 'id');
create or replace trigger films_emptied_told after truncate on films execute function notify_change();
create or replace trigger film_renditions_told after insert or delete on film_renditions
  for each row execute function notify_change('film', 'film_id');
create or replace trigger film_renditions_changed_told after update on film_renditions
  for each row when (old.* is distinct from new.*)
  execute function notify_change('film', 'film_id');
create or replace trigger film_renditions_emptied_told after truncate on film_renditions
  execute function notify_change();
create or replace trigger film_captions_told after insert or delete on film_captions
  for each row execute function notify_change('film', 'film_id');
create or replace trigger film_captions_changed_told after update on film_captions
  for each row when (old.* is distinct from new.*)
  execute function notify_change('film', 'film_id');
create or replace trigger film_captions_emptied_told after truncate on film_captions
  execute function notify_change();
