-- What a change counts for, written beside the change itself, in its transaction. A worker takes these
-- rows away and adds them up (docs/decisions/0060).

-- What a row counts for: the one place that says so, for the trigger below and for the recount of a day.
-- Volatile, so that they are never inlined: PostgreSQL 18 cannot plan that for rows of a whole table.
create or replace function order_figures(o orders)
returns table (day date, minute smallint, course_id text, figure text, amount bigint)
language sql as $$
  select india_day(o.created_at), india_minute(o.created_at), o.course_id, 'orders', 1::bigint
  union all
  select india_day(o.completed_at), india_minute(o.completed_at), o.course_id, known.figure, known.amount
    from (values ('paid', 1::bigint), ('paid_in_paise', o.amount_in_paise)) known (figure, amount)
   where o.completed_at is not null
$$;
create or replace function return_figures(r order_returns)
returns table (day date, minute smallint, course_id text, figure text, amount bigint)
language sql as $$
  select india_day(r.returned_at), india_minute(r.returned_at), orders.course_id, known.figure, known.amount
    from orders,
         (values ('refunds', 1::bigint),
                 ('refunded_in_paise', r.refunded_in_paise + r.lost_in_paise)) known (figure, amount)
   where orders.id = r.order_id
$$;
create or replace function learner_figures(u users)
returns table (day date, minute smallint, course_id text, figure text, amount bigint)
language sql as $$
  select india_day(u.created_at), india_minute(u.created_at), '', 'learners', 1::bigint where u.role is null
$$;
create or replace function alarm_figures(a alarms)
returns table (day date, minute smallint, course_id text, figure text, amount bigint)
language sql as $$
  select india_day(a.raised_at), india_minute(a.raised_at), '', 'alarms', 1::bigint
$$;
create or replace function completion_figures(p course_progress)
returns table (day date, minute smallint, course_id text, figure text, amount bigint)
language sql as $$
  select india_day(p.completed_at), india_minute(p.completed_at), p.course_id, 'completions', 1::bigint
   where p.completed_at is not null
  union all
  select null, null, p.course_id, 'started', 1::bigint
$$;
create or replace function owner_figures(e entitlements)
returns table (day date, minute smallint, course_id text, figure text, amount bigint)
language sql as $$
  select null::date, null::smallint, e.course_id, 'owners', 1::bigint
$$;

-- Plus what the row counts for now, minus what it counted for before. The argument: the function above
-- that says so of a row of this table.
create or replace function note_figures() returns trigger language plpgsql as $$
declare
  note text := format('insert into insight_changes (day, minute, course_id, figure, amount)
    select f.day, f.minute, f.course_id, f.figure, $2 * f.amount from %I($1) f', tg_argv[0]);
begin
  if tg_op <> 'INSERT' then execute note using old, -1; end if;
  if tg_op <> 'DELETE' then execute note using new, 1; end if;
  return null;
end $$;

create or replace trigger orders_counted after insert or delete on orders
  for each row execute function note_figures('order_figures');
create or replace trigger orders_change_counted after update on orders
  for each row when ((old.completed_at, old.amount_in_paise, old.created_at)
                     is distinct from (new.completed_at, new.amount_in_paise, new.created_at))
  execute function note_figures('order_figures');
create or replace trigger order_returns_counted after insert or update or delete on order_returns
  for each row execute function note_figures('return_figures');
create or replace trigger users_counted after insert or delete on users
  for each row execute function note_figures('learner_figures');
create or replace trigger users_change_counted after update on users
  for each row when ((old.created_at, old.role is null) is distinct from (new.created_at, new.role is null))
  execute function note_figures('learner_figures');
create or replace trigger alarms_counted after insert or delete on alarms
  for each row execute function note_figures('alarm_figures');
create or replace trigger alarms_change_counted after update on alarms
  for each row when (old.raised_at is distinct from new.raised_at)
  execute function note_figures('alarm_figures');
create or replace trigger course_progress_counted after insert or delete on course_progress
  for each row execute function note_figures('completion_figures');
create or replace trigger course_progress_change_counted after update on course_progress
  for each row when (old.completed_at is distinct from new.completed_at)
  execute function note_figures('completion_figures');
create or replace trigger entitlements_counted after insert or delete on entitlements
  for each row execute function note_figures('owner_figures');

-- What was played before a report and after it, into a table without an index: a report costs one row more
-- at the end of it.
create or replace function note_played() returns trigger language plpgsql as $$
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

-- The parts whose middle lies in what was played. Played intervals do not touch: none comes twice.
create or replace function parts_played(played jsonb, part_in_seconds integer) returns setof integer
language sql immutable as $$
  select part
    from jsonb_array_elements(played) one,
         generate_series(ceil((one ->> 0)::numeric / part_in_seconds - 0.5)::integer,
                         least(ceil((one ->> 1)::numeric / part_in_seconds - 0.5)::integer, 200) - 1) part
$$;

create or replace trigger video_progress_counted after insert or delete on video_progress
  for each row execute function note_played();
create or replace trigger video_progress_change_counted after update on video_progress
  for each row when (old.played is distinct from new.played or old.film <> new.film)
  execute function note_played();
-- Whoever goes on with a film that came back is counted once.
create or replace trigger earlier_plays_counted after delete on earlier_plays
  for each row execute function note_played();
