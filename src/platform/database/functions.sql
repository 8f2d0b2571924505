-- What the triggers of several domains call (docs/decisions/0097).

create or replace function india_day(at timestamptz) returns date language sql stable
  return (at at time zone 'Asia/Kolkata')::date;

-- Of the day, from midnight.
create or replace function india_minute(at timestamptz) returns smallint language sql stable
  return (extract(hour from at at time zone 'Asia/Kolkata') * 60
          + extract(minute from at at time zone 'Asia/Kolkata'))::smallint;

-- For tables to which rows are only added.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

-- Tells every process on commit what changed, whoever made it, so that nobody keeps an answer made from it
-- (docs/caches.md). The arguments: what a tag begins with, the column that it ends with, and a tag that goes
-- with any change. An empty payload stands for everything. PostgreSQL tells the same tag once a transaction.
create or replace function notify_change() returns trigger language plpgsql as $$
declare
  tags text[] := array[]::text[];
  tag text;
begin
  if tg_op in ('UPDATE', 'DELETE') then
    tags := tags || (tg_argv[0] || ':' || (to_jsonb(old) ->> tg_argv[1]));
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    tags := tags || (tg_argv[0] || ':' || (to_jsonb(new) ->> tg_argv[1]));
  end if;
  if tg_op = 'TRUNCATE' then
    tags := array[''];
  elsif tg_nargs > 2 then
    tags := tags || tg_argv[2];
  end if;
  foreach tag in array tags loop
    -- A notice holds less than 8000 bytes.
    perform pg_notify('academy_changes', case when octet_length(tag) > 4000 then '' else tag end);
  end loop;
  return null;
end $$;
