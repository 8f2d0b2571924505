-- A film that a lesson had before is that film again (docs/decisions/0038).
-- The addresses that the lesson had before, each with the number of its film.
alter table videos add column earlier_films jsonb not null default '{}';

-- Of lessons whose every new address was another film the publications tell which was which.
update videos set earlier_films = shown.films
  from (
    select course_id, id, jsonb_object_agg(url, place order by number) as films, count(*) as places
      from (
        select course_id, id, url, number,
               row_number() over (partition by course_id, id order by number) as place
          from (
            select course_id, number, lesson ->> 'id' as id, lesson ->> 'url' as url,
                   lag(lesson ->> 'url') over (partition by course_id, lesson ->> 'id'
                                               order by number) as url_before
              from course_publications,
                   jsonb_array_elements(content -> 'modules') module,
                   jsonb_array_elements(module -> 'videos') lesson
          ) published
         where url is distinct from url_before
      ) addresses
     group by course_id, id
  ) shown
 where videos.course_id = shown.course_id and videos.id = shown.id
   and videos.film > 1 and videos.film = shown.places;

-- What was played of a film is put by whole, for the day on which it comes back.
alter table earlier_plays
  add column position_in_seconds real not null default 0,
  add column fraction real not null default 0;
update earlier_plays
   set position_in_seconds = coalesce((played -> -1 ->> 1)::real, 0),
       fraction = least(0.899, played_in_seconds / nullif(duration_in_seconds, 0))
 where played_in_seconds > 0;
drop index earlier_plays_reported;

-- Whoever goes on with a film that came back is counted once.
create trigger earlier_plays_counted after delete on earlier_plays
  for each row execute function note_played();
