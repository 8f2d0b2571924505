-- "By this time yesterday" wants figures by the minute (docs/decisions/0065). Only for the whole academy and
-- only for the days that a month before can be held against: older ones are forgotten.

create function india_minute(at timestamptz) returns smallint language sql stable
  return (extract(hour from at at time zone 'Asia/Kolkata') * 60
          + extract(minute from at at time zone 'Asia/Kolkata'))::smallint;

alter table insight_changes
  -- Of the day, from midnight in India. Null: counts for no minute.
  add column minute smallint check (minute between 0 and 1439);

create table insight_minutes (
  day date not null,
  minute smallint not null check (minute between 0 and 1439),
  figure text not null,
  amount bigint not null,
  primary key (day, minute, figure)
);

-- What changes while this runs waits, and is told by the new functions: nothing counts for no minute.
lock table orders, refunds, users, alarms, course_progress in share row exclusive mode;

-- What a row counts for, as before, now with its minute.
drop function order_figures(orders);
create function order_figures(o orders)
returns table (day date, minute smallint, course_id text, figure text, amount bigint)
language sql as $$
  select india_day(o.created_at), india_minute(o.created_at), o.course_id, 'orders', 1::bigint
  union all
  select india_day(o.completed_at), india_minute(o.completed_at), o.course_id, known.figure, known.amount
    from (values ('paid', 1::bigint), ('paid_in_paise', o.amount_in_paise)) known (figure, amount)
   where o.completed_at is not null
$$;
drop function refund_figures(refunds);
create function refund_figures(r refunds)
returns table (day date, minute smallint, course_id text, figure text, amount bigint)
language sql as $$
  select india_day(r.processed_at), india_minute(r.processed_at), orders.course_id, known.figure, known.amount
    from orders,
         (values ('refunds', 1::bigint), ('refunded_in_paise', r.amount_in_paise)) known (figure, amount)
   where orders.id = r.order_id and r.status = 'processed' and r.processed_at is not null
     and r.cause not in ('duplicate', 'mismatch', 'coupon')
$$;
drop function learner_figures(users);
create function learner_figures(u users)
returns table (day date, minute smallint, course_id text, figure text, amount bigint)
language sql as $$
  select india_day(u.created_at), india_minute(u.created_at), '', 'learners', 1::bigint where u.role is null
$$;
drop function alarm_figures(alarms);
create function alarm_figures(a alarms)
returns table (day date, minute smallint, course_id text, figure text, amount bigint)
language sql as $$
  select india_day(a.raised_at), india_minute(a.raised_at), '', 'alarms', 1::bigint
$$;
drop function completion_figures(course_progress);
create function completion_figures(p course_progress)
returns table (day date, minute smallint, course_id text, figure text, amount bigint)
language sql as $$
  select india_day(p.completed_at), india_minute(p.completed_at), p.course_id, 'completions', 1::bigint
   where p.completed_at is not null
  union all
  select null, null, p.course_id, 'started', 1::bigint
$$;

create or replace function note_order() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into insight_changes (day, minute, course_id, figure, amount)
      select f.day, f.minute, f.course_id, f.figure, -f.amount from order_figures(old) f;
  end if;
  if tg_op <> 'DELETE' then
    insert into insight_changes (day, minute, course_id, figure, amount)
      select f.day, f.minute, f.course_id, f.figure, f.amount from order_figures(new) f;
  end if;
  return null;
end $$;
create or replace function note_refund() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into insight_changes (day, minute, course_id, figure, amount)
      select f.day, f.minute, f.course_id, f.figure, -f.amount from refund_figures(old) f;
  end if;
  if tg_op <> 'DELETE' then
    insert into insight_changes (day, minute, course_id, figure, amount)
      select f.day, f.minute, f.course_id, f.figure, f.amount from refund_figures(new) f;
  end if;
  return null;
end $$;
create or replace function note_learner() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into insight_changes (day, minute, course_id, figure, amount)
      select f.day, f.minute, f.course_id, f.figure, -f.amount from learner_figures(old) f;
  end if;
  if tg_op <> 'DELETE' then
    insert into insight_changes (day, minute, course_id, figure, amount)
      select f.day, f.minute, f.course_id, f.figure, f.amount from learner_figures(new) f;
  end if;
  return null;
end $$;
create or replace function note_alarm() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into insight_changes (day, minute, course_id, figure, amount)
      select f.day, f.minute, f.course_id, f.figure, -f.amount from alarm_figures(old) f;
  end if;
  if tg_op <> 'DELETE' then
    insert into insight_changes (day, minute, course_id, figure, amount)
      select f.day, f.minute, f.course_id, f.figure, f.amount from alarm_figures(new) f;
  end if;
  return null;
end $$;
create or replace function note_completion() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into insight_changes (day, minute, course_id, figure, amount)
      select f.day, f.minute, f.course_id, f.figure, -f.amount from completion_figures(old) f;
  end if;
  if tg_op <> 'DELETE' then
    insert into insight_changes (day, minute, course_id, figure, amount)
      select f.day, f.minute, f.course_id, f.figure, f.amount from completion_figures(new) f;
  end if;
  return null;
end $$;

-- The days that are kept, from what there is already; changes that wait to be added up have no minute.
insert into insight_minutes (day, minute, figure, amount)
select f.day, f.minute, f.figure, sum(f.amount)
  from (select f.* from orders, order_figures(orders) f
         where greatest(created_at, completed_at) > now() - interval '42 days'
         union all
        select f.* from refunds, refund_figures(refunds) f
         where processed_at > now() - interval '42 days'
         union all
        select f.* from users, learner_figures(users) f
         where created_at > now() - interval '42 days'
         union all
        select f.* from alarms, alarm_figures(alarms) f
         where raised_at > now() - interval '42 days'
         union all
        select f.* from course_progress, completion_figures(course_progress) f
         where completed_at > now() - interval '42 days') f
 where f.day >= india_day(now()) - 40
 group by 1, 2, 3 having sum(f.amount) <> 0;
