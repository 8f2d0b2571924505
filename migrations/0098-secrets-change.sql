-- A secret may change while the academy runs: what others than the present one signed is still good.
create table accepted_secrets (
  name text not null,
  value text not null,
  -- Null: for ever.
  accepted_until timestamptz,
  primary key (name, value)
);

-- Backups in a store are told apart by what was derived from a key so far; it stays when the key goes.
insert into secrets (name, value)
select 'academyId', left(encode(sha256(convert_to('backups of ' || value, 'UTF8')), 'hex'), 8)
from secrets where name = 'codeKey'
on conflict do nothing;
