-- The data saver of a long film in fragments (docs/decisions/0092).
alter table film_renditions
  drop constraint film_renditions_name_check,
  add constraint film_renditions_name_check check (name in
    ('original', '1080p', '720p', '480p', 'data_saver', 'sound_only', 'poster', 'sprite',
     'data_saver_parts'));
