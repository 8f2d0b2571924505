-- What somebody with a plan plays, by day in India. Nobody else's days are kept. A lesson that is played once
-- more adds no seconds, and its day counts. Rows that are only moved, as when accounts are joined, keep the
-- time of their report and count for no day.
create or replace function note_played_day() returns trigger language plpgsql as $$
declare
  played real := new.played_in_seconds;
begin
  if new.reported_at < clock_timestamp() - interval '2 minutes' then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    if new.position_in_seconds = old.position_in_seconds and played = old.played_in_seconds then
      return null;
    end if;
    played := greatest(0, played - old.played_in_seconds);
  end if;
  insert into played_days
  select learner_id, (new.reported_at at time zone 'Asia/Kolkata')::date, played
    from study_plans where learner_id = new.learner_id
     for key share -- a plan that ends comes before or after, and takes its days along
  on conflict (learner_id, day) do update set seconds = played_days.seconds + excluded.seconds;
  return null;
end $$;

create or replace trigger video_progress_day_noted after insert on video_progress
  for each row execute function note_played_day();
create or replace trigger video_progress_change_day_noted after update on video_progress
  for each row when (new.reported_at is distinct from old.reported_at)
  execute function note_played_day();

-- Whoever gets a course in which lessons wait is told of them, also who had it before and gave it back.
create or replace function note_lessons_to_open() returns trigger language plpgsql as $$
begin
  insert into lesson_notices
  select new.learner_id, new.course_id, clock_timestamp(), clock_timestamp()
   where exists (select from videos
                  where course_id = new.course_id and opens is not null and retired_at is null)
  on conflict (learner_id, course_id) do update
    set told_until = excluded.told_until, next_at = excluded.next_at;
  return null;
end $$;
create or replace trigger entitlements_openings_noted after insert on entitlements
  for each row execute function note_lessons_to_open();

-- A publication costs the same for however many have the course: they are looked at afterwards.
create or replace function note_openings_changed() returns trigger language plpgsql as $$
begin
  insert into opening_changes (course_id) values (new.course_id)
  on conflict (course_id) do update set looked_to = null;
  return null;
end $$;
create or replace trigger videos_opening_noted after insert on videos
  for each row when (new.opens is not null) execute function note_openings_changed();
create or replace trigger videos_opening_change_noted after update on videos
  for each row
  when (old.opens is distinct from new.opens or (new.opens is not null and old.position <> new.position))
  execute function note_openings_changed();

-- What staff open sooner is told, too.
create or replace function note_opened_early() returns trigger language plpgsql as $$
begin
  update lesson_notices set next_at = clock_timestamp()
   where learner_id = new.learner_id and course_id = new.course_id;
  return null;
end $$;
create or replace trigger early_openings_noted after insert or update on early_openings
  for each row execute function note_opened_early();
