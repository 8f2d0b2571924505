-- What was published stays: certificates and invoices look as they did when they were issued.
create or replace trigger looks_append_only before update or delete on looks
  for each row when (old.published_at is not null) execute function refuse_change();

-- Each page wears the look (docs/caches.md). A draft is seen by nobody.
create or replace trigger looks_told after insert on looks
  for each row when (new.published_at is not null) execute function notify_change('look', 'number', 'look');
create or replace trigger looks_emptied_told after truncate on looks
  execute function notify_change();
