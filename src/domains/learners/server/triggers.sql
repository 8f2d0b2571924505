-- How learners stand in their courses, for the lists of the office that look for few among all
-- (docs/decisions/0069): derived from entitlements, course_progress and video_progress.

-- The lock of the learner's row first: who waited for it reads what the other transaction has committed.
create or replace function refresh_standing(learner uuid, course text) returns void language plpgsql as $$
begin
  perform from learner_standings where learner_id = learner for no key update;
  delete from course_standings kept
   where kept.learner_id = learner and kept.course_id = course
     and not exists (select from entitlements
                      where learner_id = learner and course_id = course);
  insert into course_standings as kept
  select learner, course, percent is not null, completed_at is not null,
         (select max(reported_at) from video_progress
           where learner_id = learner and course_id = course)
    from entitlements left join course_progress using (learner_id, course_id)
   where learner_id = learner and course_id = course
      on conflict (learner_id, course_id) do update
     set is_begun = excluded.is_begun, is_completed = excluded.is_completed
   where (kept.is_begun, kept.is_completed) is distinct from (excluded.is_begun, excluded.is_completed);
  update learner_standings kept
     set has_never_started = found.have_begun_none, has_unfinished = found.have_unfinished
    from (select coalesce(not bool_or(is_begun), false) as have_begun_none,
                 coalesce(bool_or(is_begun and not is_completed), false) as have_unfinished
            from course_standings where learner_id = learner) found
   where kept.learner_id = learner
     and (kept.has_never_started, kept.has_unfinished)
         is distinct from (found.have_begun_none, found.have_unfinished);
end $$;

create or replace function note_standing() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform refresh_standing(old.learner_id, old.course_id);
  else
    perform refresh_standing(new.learner_id, new.course_id);
  end if;
  return null;
end $$;

-- At the commit, when all other locks of the transaction are taken: nobody waits for each other. Such triggers
-- cannot be replaced.
drop trigger if exists entitlements_stand on entitlements;
create constraint trigger entitlements_stand after insert or delete on entitlements
  deferrable initially deferred for each row execute function note_standing();
drop trigger if exists course_progress_stands on course_progress;
create constraint trigger course_progress_stands after insert or delete on course_progress
  deferrable initially deferred for each row execute function note_standing();
drop trigger if exists course_progress_change_stands on course_progress;
create constraint trigger course_progress_change_stands after update on course_progress
  deferrable initially deferred for each row
  when ((old.completed_at is null) is distinct from (new.completed_at is null))
  execute function note_standing();

create or replace function note_last_played() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' and (tg_op = 'INSERT' or new.reported_at >= old.reported_at) then
    if exists (select from learner_standings where learner_id = new.learner_id
                  and (played_at is null or played_at < new.reported_at - interval '1 hour'))
       or exists (select from course_standings
                   where learner_id = new.learner_id and course_id = new.course_id
                     and (played_at is null or played_at < new.reported_at - interval '1 hour')) then
      -- First the learner's row, as everybody does: else two who need both wait for each other.
      perform from learner_standings where learner_id = new.learner_id for no key update;
      update learner_standings set played_at = new.reported_at
       where learner_id = new.learner_id
         and (played_at is null or played_at < new.reported_at - interval '1 hour');
      update course_standings set played_at = new.reported_at
       where learner_id = new.learner_id and course_id = new.course_id
         and (played_at is null or played_at < new.reported_at - interval '1 hour');
    end if;
  else
    perform from learner_standings where learner_id = old.learner_id for no key update;
    update course_standings
       set played_at = (select max(reported_at) from video_progress
                         where learner_id = old.learner_id and course_id = old.course_id)
     where learner_id = old.learner_id and course_id = old.course_id;
    update learner_standings
       set played_at = (select max(reported_at) from video_progress where learner_id = old.learner_id)
     where learner_id = old.learner_id;
  end if;
  return null;
end $$;
drop trigger if exists video_progress_stands on video_progress;
create constraint trigger video_progress_stands after insert or delete on video_progress
  deferrable initially deferred for each row execute function note_last_played();
drop trigger if exists video_progress_change_stands on video_progress;
create constraint trigger video_progress_change_stands after update on video_progress
  deferrable initially deferred for each row
  when (old.reported_at is distinct from new.reported_at) execute function note_last_played();

create or replace function note_new_standing() returns trigger language plpgsql as $$
begin
  insert into learner_standings (learner_id, created_at) values (new.id, new.created_at)
      on conflict (learner_id) do update set created_at = excluded.created_at;
  return null;
end $$;
create or replace trigger users_stand after insert on users
  for each row execute function note_new_standing();
create or replace trigger users_change_stands after update on users
  for each row when (old.created_at is distinct from new.created_at)
  execute function note_new_standing();

-- A new address that was asked for in the account itself may be a thief's wish: a new password and a block end it.
create or replace function forget_own_email_change() returns trigger language plpgsql as $$
begin
  delete from email_changes where user_id = new.id and requested_by = new.id;
  return null;
end $$;
create or replace trigger users_secured_forget_email_change after update on users
  for each row when (old.password_hash is distinct from new.password_hash
                     or (old.blocked_at is null and new.blocked_at is not null))
  execute function forget_own_email_change();
