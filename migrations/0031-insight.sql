-- How the academy goes, kept up to date by what changes (docs/decisions/0060). Triggers write each change
-- beside the change itself, in its transaction; a worker takes these rows away and adds them up in one
-- transaction more, so that a kill at any moment counts nothing twice and forgets nothing.

create function india_day(at timestamptz) returns date language sql stable
  return (at at time zone 'Asia/Kolkata')::date;

-- What has changed and is not added up yet. Amounts are signed.
create table insight_changes (
  id bigint generated always as identity primary key,
  -- In India. Null: of no day, counted in the total of the course only.
  day date,
  -- Empty: of no course.
  course_id text not null default '',
  figure text not null,
  amount bigint not null
);

-- By course and, with an empty course_id, of the whole academy.
create table insight_days (
  figure text not null,
  day date not null,
  course_id text not null default '',
  amount bigint not null,
  primary key (figure, course_id, day)
);
create table insight_totals (
  course_id text not null,
  figure text not null,
  amount bigint not null,
  primary key (course_id, figure)
);

-- What a row counts for: the one place that says so, for the triggers, the start below and the recount.
-- Volatile, so that they are never inlined: PostgreSQL 18 cannot plan that for rows of a whole table.
create function order_figures(o orders) returns table (day date, course_id text, figure text, amount bigint)
language sql as $$
  select india_day(o.created_at), o.course_id, 'orders', 1::bigint
  union all
  select india_day(o.completed_at), o.course_id, 'paid', 1::bigint where o.completed_at is not null
  union all
  select india_day(o.completed_at), o.course_id, 'paid_in_paise', o.amount_in_paise
   where o.completed_at is not null
$$;
-- What gives back a payment that never counted as one (paid twice, another amount) is no loss.
create function refund_figures(r refunds) returns table (day date, course_id text, figure text, amount bigint)
language sql as $$
  select india_day(r.processed_at), orders.course_id, known.figure, known.amount
    from orders,
         (values ('refunds', 1::bigint), ('refunded_in_paise', r.amount_in_paise)) known (figure, amount)
   where orders.id = r.order_id and r.status = 'processed' and r.processed_at is not null
     and r.cause not in ('duplicate', 'mismatch', 'coupon')
$$;
create function learner_figures(u users) returns table (day date, course_id text, figure text, amount bigint)
language sql as $$
  select india_day(u.created_at), '', 'learners', 1::bigint where u.role is null
$$;
create function alarm_figures(a alarms) returns table (day date, course_id text, figure text, amount bigint)
language sql as $$
  select india_day(a.raised_at), '', 'alarms', 1::bigint
$$;
create function completion_figures(p course_progress)
returns table (day date, course_id text, figure text, amount bigint)
language sql as $$
  select india_day(p.completed_at), p.course_id, 'completions', 1::bigint
   where p.completed_at is not null
  union all
  select null, p.course_id, 'started', 1::bigint
$$;
create function owner_figures(e entitlements)
returns table (day date, course_id text, figure text, amount bigint)
language sql as $$
  select null::date, e.course_id, 'owners', 1::bigint
$$;

-- Each table has a function of its own, as PL/pgSQL plans for one kind of row.
create function note_order() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into insight_changes (day, course_id, figure, amount)
      select f.day, f.course_id, f.figure, -f.amount from order_figures(old) f;
  end if;
  if tg_op <> 'DELETE' then
    insert into insight_changes (day, course_id, figure, amount)
      select f.day, f.course_id, f.figure, f.amount from order_figures(new) f;
  end if;
  return null;
end $$;
create trigger orders_counted after insert or delete on orders
  for each row execute function note_order();
create trigger orders_change_counted after update on orders
  for each row when ((old.completed_at, old.amount_in_paise, old.created_at) is distinct from (new.completed_at, new.amount_in_paise, new.created_at))
  execute function note_order();

create function note_refund() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into insight_changes (day, course_id, figure, amount)
      select f.day, f.course_id, f.figure, -f.amount from refund_figures(old) f;
  end if;
  if tg_op <> 'DELETE' then
    insert into insight_changes (day, course_id, figure, amount)
      select f.day, f.course_id, f.figure, f.amount from refund_figures(new) f;
  end if;
  return null;
end $$;
create trigger refunds_counted after insert or delete on refunds
  for each row execute function note_refund();
create trigger refunds_change_counted after update on refunds
  for each row when ((old.status, old.cause, old.processed_at, old.amount_in_paise) is distinct from (new.status, new.cause, new.processed_at, new.amount_in_paise))
  execute function note_refund();

create function note_learner() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into insight_changes (day, course_id, figure, amount)
      select f.day, f.course_id, f.figure, -f.amount from learner_figures(old) f;
  end if;
  if tg_op <> 'DELETE' then
    insert into insight_changes (day, course_id, figure, amount)
      select f.day, f.course_id, f.figure, f.amount from learner_figures(new) f;
  end if;
  return null;
end $$;
create trigger users_counted after insert or delete on users
  for each row execute function note_learner();
create trigger users_change_counted after update on users
  for each row when ((old.created_at, old.role is null) is distinct from (new.created_at, new.role is null))
  execute function note_learner();

create function note_alarm() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into insight_changes (day, course_id, figure, amount)
      select f.day, f.course_id, f.figure, -f.amount from alarm_figures(old) f;
  end if;
  if tg_op <> 'DELETE' then
    insert into insight_changes (day, course_id, figure, amount)
      select f.day, f.course_id, f.figure, f.amount from alarm_figures(new) f;
  end if;
  return null;
end $$;
create trigger alarms_counted after insert or delete on alarms
  for each row execute function note_alarm();
create trigger alarms_change_counted after update on alarms
  for each row when (old.raised_at is distinct from new.raised_at)
  execute function note_alarm();

create function note_completion() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into insight_changes (day, course_id, figure, amount)
      select f.day, f.course_id, f.figure, -f.amount from completion_figures(old) f;
  end if;
  if tg_op <> 'DELETE' then
    insert into insight_changes (day, course_id, figure, amount)
      select f.day, f.course_id, f.figure, f.amount from completion_figures(new) f;
  end if;
  return null;
end $$;
create trigger course_progress_counted after insert or delete on course_progress
  for each row execute function note_completion();
create trigger course_progress_change_counted after update on course_progress
  for each row when (old.completed_at is distinct from new.completed_at)
  execute function note_completion();

create function note_owner() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into insight_changes (day, course_id, figure, amount)
      select f.day, f.course_id, f.figure, -f.amount from owner_figures(old) f;
  end if;
  if tg_op <> 'DELETE' then
    insert into insight_changes (day, course_id, figure, amount)
      select f.day, f.course_id, f.figure, f.amount from owner_figures(new) f;
  end if;
  return null;
end $$;
create trigger entitlements_counted after insert or delete on entitlements
  for each row execute function note_owner();

-- What there is already.
insert into insight_changes (day, course_id, figure, amount)
select f.day, f.course_id, f.figure, sum(f.amount)
  from (select f.* from orders, order_figures(orders) f
         union all
        select f.* from refunds, refund_figures(refunds) f
         union all
        select f.* from users, learner_figures(users) f
         union all
        select f.* from alarms, alarm_figures(alarms) f
         union all
        select f.* from course_progress, completion_figures(course_progress) f
         union all
        select f.* from entitlements, owner_figures(entitlements) f) f
 group by 1, 2, 3;

-- What was played of a lesson's film before a report and after it, not added up yet. Without an index,
-- so that a report costs one row more at the end of a table.
create table played_changes (
  video_id text not null,
  -- Null: nothing was kept before, or is any more.
  old_film integer,
  old_played jsonb,
  new_film integer,
  new_played jsonb,
  duration_in_seconds real not null
);

-- How many learners played each part of a lesson's film.
create table lesson_audiences (
  video_id text not null,
  film integer not null,
  -- Two hundred parts or fewer cover the film.
  part_in_seconds integer not null check (part_in_seconds > 0),
  learners integer not null default 0,
  -- So many learners when the length of a part was last looked at.
  sized_for integer not null default 0,
  primary key (video_id, film)
);
create table lesson_parts (
  video_id text not null,
  film integer not null,
  part smallint not null check (part between 0 and 199),
  learners integer not null,
  primary key (video_id, film, part)
);

-- The parts whose middle lies in what was played. Played intervals do not touch: none comes twice.
create function parts_played(played jsonb, part_in_seconds integer) returns setof integer
language sql immutable as $$
  select part
    from jsonb_array_elements(played) one,
         generate_series(ceil((one ->> 0)::numeric / part_in_seconds - 0.5)::integer,
                         least(ceil((one ->> 1)::numeric / part_in_seconds - 0.5)::integer, 200) - 1) part
$$;

create function note_played() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into played_changes values (new.video_id, null, null, new.film, new.played,
      new.duration_in_seconds);
  elsif tg_op = 'DELETE' then
    insert into played_changes values (old.video_id, old.film, old.played, null, null,
      old.duration_in_seconds);
  else
    insert into played_changes values (new.video_id, old.film, old.played, new.film, new.played,
      new.duration_in_seconds);
  end if;
  return null;
end $$;
create trigger video_progress_counted after insert or delete on video_progress
  for each row execute function note_played();
create trigger video_progress_change_counted after update on video_progress
  for each row when (old.played is distinct from new.played or old.film <> new.film)
  execute function note_played();
-- What was played of films that a lesson showed before stays counted.
insert into played_changes (video_id, new_film, new_played, duration_in_seconds)
  select video_id, film, played, duration_in_seconds from video_progress
  union all
  select video_id, film, played, duration_in_seconds from earlier_plays;
