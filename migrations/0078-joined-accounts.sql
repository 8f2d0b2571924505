-- Two accounts of one person become one (docs/decisions/0096).

-- Asked for, until the codes that both addresses were mailed come back. An address without an account has a
-- row like any other; its code was mailed to nobody.
create table join_requests (
  learner_id uuid primary key references users on delete cascade,
  -- Of the account that is to go.
  email text not null check (email = lower(btrim(email)) and char_length(email) between 3 and 254),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  other_code_hash bytea not null check (octet_length(other_code_hash) = 32),
  tries integer not null default 0,
  requested_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- Accounts that are gone, and whose they are now. No account has their id any more.
create table joined_accounts (
  id uuid primary key,
  learner_id uuid not null references users on delete cascade,
  email text not null,
  name text not null,
  joined_at timestamptz not null default clock_timestamp()
);
create index joined_accounts_learner on joined_accounts (learner_id);
create index joined_accounts_email on joined_accounts (email);

-- What is never changed may follow its person into the account that took theirs in; nothing else of it changes.
create function refuse_change_but_joining() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
     and to_jsonb(new) - 'learner_id' = to_jsonb(old) - 'learner_id'
     and exists (select from joined_accounts
                  where id = old.learner_id and learner_id = new.learner_id)
  then return new; end if;
  raise exception '% is append-only', tg_table_name;
end $$;
drop trigger access_ledger_append_only on access_ledger;
create trigger access_ledger_append_only before update on access_ledger
  for each row execute function refuse_change_but_joining();
drop trigger tax_documents_append_only on tax_documents;
create trigger tax_documents_append_only before update or delete on tax_documents
  for each row execute function refuse_change_but_joining();
create index tax_documents_learner on tax_documents (learner_id);

-- Receipts of an account that was joined to another are printed as they were. Null: as the account says.
alter table receipts
  add column buyer_name text,
  add column buyer_email text,
  add constraint receipts_buyer check ((buyer_name is null) = (buyer_email is null));

-- Of two certificates for one course one holds for both numbers; the other is shown with what is printed on it:
-- {id, printedName, courseTitle, completedAt, issuedAt}. Null: it is shown as the one that replaced it.
alter table replaced_certificates add column printed jsonb;
