-- When somebody asked to be forgotten is told by the database, but to the owner of the table, who carries erasures
-- out again after a restore: who serves cannot make it due by telling another time (docs/decisions/0116).
create or replace function ask_now() returns trigger language plpgsql as $$
begin
  if not pg_has_role((select relowner from pg_class where oid = tg_relid), 'member') then
    new.requested_at := greatest(new.requested_at, clock_timestamp() - interval '1 minute');
  end if;
  return new;
end $$;
create or replace trigger erasures_asked_now before insert on erasures
  for each row execute function ask_now();
-- Who was forgotten stays written down.
create or replace trigger erasures_kept before delete on erasures
  for each row when (old.anonymised_at is not null) execute function refuse_change();
