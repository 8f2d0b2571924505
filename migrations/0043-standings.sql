-- How learners stand, for the lists of the office that look for few among all (docs/decisions/0069).
-- Derived from entitlements, course_progress and video_progress by the triggers below.

-- A row for each course that somebody has.
create table course_standings (
  learner_id uuid not null,
  course_id text not null,
  is_begun boolean not null,
  is_completed boolean not null,
  -- When some of the course was last played: never after the truth, and as a rule within an hour of it.
  played_at timestamptz,
  primary key (learner_id, course_id)
);
-- A row for each account.
create table learner_standings (
  learner_id uuid primary key references users on delete cascade,
  -- A copy, so that one index finds and orders.
  created_at timestamptz not null,
  -- Has a course, and has begun none of those they have.
  has_never_started boolean not null default false,
  -- Has a course that was begun and is not completed.
  has_unfinished boolean not null default false,
  -- As above, of all courses, also of those that they have no more.
  played_at timestamptz
);

-- The lock of the learner's row first: who waited for it reads what the other transaction has committed.
create function refresh_standing(learner uuid, course text) returns void language plpgsql as $$
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

create function note_standing() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform refresh_standing(old.learner_id, old.course_id);
  else
    perform refresh_standing(new.learner_id, new.course_id);
  end if;
  return null;
end $$;

-- At the commit, when all other locks of the transaction are taken: nobody waits for each other.
create constraint trigger entitlements_stand after insert or delete on entitlements
  deferrable initially deferred for each row execute function note_standing();
create constraint trigger course_progress_stands after insert or delete on course_progress
  deferrable initially deferred for each row execute function note_standing();
create constraint trigger course_progress_change_stands after update on course_progress
  deferrable initially deferred for each row
  when ((old.completed_at is null) is distinct from (new.completed_at is null))
  execute function note_standing();

create function note_last_played() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' and (tg_op = 'INSERT' or new.reported_at >= old.reported_at) then
    update learner_standings set played_at = new.reported_at
     where learner_id = new.learner_id
       and (played_at is null or played_at < new.reported_at - interval '1 hour');
    update course_standings set played_at = new.reported_at
     where learner_id = new.learner_id and course_id = new.course_id
       and (played_at is null or played_at < new.reported_at - interval '1 hour');
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
create constraint trigger video_progress_stands after insert or delete on video_progress
  deferrable initially deferred for each row execute function note_last_played();
create constraint trigger video_progress_change_stands after update on video_progress
  deferrable initially deferred for each row
  when (old.reported_at is distinct from new.reported_at) execute function note_last_played();

create function note_new_standing() returns trigger language plpgsql as $$
begin
  insert into learner_standings (learner_id, created_at) values (new.id, new.created_at)
      on conflict (learner_id) do update set created_at = excluded.created_at;
  return null;
end $$;
create trigger users_stand after insert on users
  for each row execute function note_new_standing();
create trigger users_change_stands after update on users
  for each row when (old.created_at is distinct from new.created_at)
  execute function note_new_standing();

-- Only now, as the triggers keep all writers waiting until the commit: none is missed.
insert into course_standings
select learner_id, course_id, percent is not null, completed_at is not null, played.at
  from entitlements
  left join course_progress using (learner_id, course_id)
  left join (select learner_id, course_id, max(reported_at) as at from video_progress
              group by learner_id, course_id) played using (learner_id, course_id);
insert into learner_standings
select users.id, users.created_at, coalesce(owned.have_begun_none, false),
       coalesce(owned.have_unfinished, false), played.at
  from users
  left join (select learner_id, not bool_or(is_begun) as have_begun_none,
                    bool_or(is_begun and not is_completed) as have_unfinished
               from course_standings group by learner_id) owned on owned.learner_id = users.id
  left join (select learner_id, max(reported_at) as at from video_progress
              group by learner_id) played on played.learner_id = users.id;

create index course_standings_course on course_standings (course_id, learner_id);
create index course_standings_not_begun on course_standings (course_id, learner_id) where not is_begun;
create index course_standings_unfinished on course_standings (course_id, played_at)
  include (learner_id) where is_begun and not is_completed;
create index learner_standings_never_started on learner_standings (created_at desc, learner_id desc)
  where has_never_started;
create index learner_standings_unfinished on learner_standings (created_at desc, learner_id desc)
  include (played_at) where has_unfinished;

-- Letters about a course go to all but these.
create index mail_consents_refused on mail_consents (list, learner_id) where not is_given;
