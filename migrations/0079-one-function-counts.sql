-- Six trigger functions said the same of six tables: one is told now by its trigger what a row counts for
-- (src/insight/triggers.sql). All at once, so that no change goes uncounted.
drop function owner_figures(entitlements);
create function owner_figures(e entitlements)
returns table (day date, minute smallint, course_id text, figure text, amount bigint)
language sql as $$
  select null::date, null::smallint, e.course_id, 'owners', 1::bigint
$$;
create function note_figures() returns trigger language plpgsql as $$
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

drop function note_order, note_return, note_learner, note_alarm, note_completion, note_owner;
