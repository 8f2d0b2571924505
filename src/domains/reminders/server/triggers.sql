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
  on conflict (learner_id, day) do update set seconds = played_days.seconds + excluded.seconds;
  return null;
end $$;

create or replace trigger video_progress_day_noted after insert on video_progress
  for each row execute function note_played_day();
create or replace trigger video_progress_change_day_noted after update on video_progress
  for each row when (new.reported_at is distinct from old.reported_at)
  execute function note_played_day();
