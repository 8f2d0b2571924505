-- What is published is seen by everybody at once (docs/caches.md). A draft is seen by nobody.
create or replace trigger page_publications_told after insert on page_publications
  for each row execute function notify_change('page', 'address', 'pages');
create or replace trigger page_publications_emptied_told after truncate on page_publications
  execute function notify_change();
