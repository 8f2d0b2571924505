-- How each learner stands, for the lists of the office that look for few among all (docs/decisions/0069).
-- Derived from entitlements, course_progress and video_progress by the triggers below.
create table learner_standings (
  learner_id uuid primary key references users on delete cascade,
  -- A copy, so that one index finds and orders.
  created_at timestamptz not null,
  -- Has a course, and has begun none of those they have.
  has_never_started boolean not null default false,
  -- Has a course that was begun and is not completed.
  has_unfinished boolean not null default false,
  -- Not more than an hour before the truth, and never after it. Null: never.
  played_at timestamptz
);

insert into learner_standings
select users.id, users.created_at, coalesce(owned.have_begun_none, false),
       coalesce(owned.have_unfinished, false), played.at
  from users
  left join (select learner_id, bool_and(percent is null) as have_begun_none,
                    bool_or(percent is not null and completed_at is null) as have_unfinished
               from entitlements left join course_progress using (learner_id, course_id)
              group by learner_id) owned on owned.learner_id = users.id
  left join (select learner_id, max(reported_at) as at from video_progress
              group by learner_id) played on played.learner_id = users.id;

create index learner_standings_never_started on learner_standings (created_at desc, learner_id desc)
  where has_never_started;
create index learner_standings_unfinished on learner_standings (created_at desc, learner_id desc)
  include (played_at) where has_unfinished;

-- The row's lock first: who waited for it reads what the other transaction has committed.
create function refresh_standing(learner uuid) returns void language plpgsql as $$
begin
  perform from learner_standings where learner_id = learner for no key update;
  update learner_standings kept
     set has_never_started = found.has_never_started, has_unfinished = found.has_unfinished
    from (select exists (select from entitlements where learner_id = learner)
                 and not exists (select from entitlements
                                   join course_progress using (learner_id, course_id)
                                  where learner_id = learner)
                 as has_never_started,
                 exists (select from entitlements join course_progress using (learner_id, course_id)
                          where learner_id = learner and completed_at is null)
                 as has_unfinished) found
   where kept.learner_id = learner
     and (kept.has_never_started, kept.has_unfinished)
         is distinct from (found.has_never_started, found.has_unfinished);
end $$;

create function note_standing() returns trigger language plpgsql as $$
begin
  perform refresh_standing(case when tg_op = 'DELETE' then old.learner_id else new.learner_id end);
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
  else
    perform from learner_standings where learner_id = old.learner_id for no key update;
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
