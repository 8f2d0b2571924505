-- People who asked to be forgotten (docs/decisions/0110).
create table erasures (
  id uuid primary key,
  -- No reference: a backup that is restored may know nobody of this id.
  learner_id uuid not null,
  requested_at timestamptz not null default clock_timestamp(),
  -- Not before: until then it can be taken back.
  due_at timestamptz not null,
  keeps_certificates boolean not null,
  -- Of the link in the mail that takes it back. Null: it can not be taken back any more.
  token_hash bytea unique check (octet_length(token_hash) = 32),
  -- When it is looked at next. Null: it is done.
  next_attempt_at timestamptz,
  attempts integer not null default 0,
  -- What is waited for, e.g. a refund under way. Null: nothing.
  waits_for text,
  -- Steps, each done once: the last mail, the note outside of the database, the rows.
  told_at timestamptz,
  noted_at timestamptz,
  anonymised_at timestamptz,
  finished_at timestamptz,
  -- How many rows of which table, without what was in them.
  changed jsonb,
  constraint erasures_cooling_off check (due_at >= requested_at + interval '7 days'),
  constraint erasures_steps check (
    (anonymised_at is null or noted_at is not null)
    and (finished_at is null or anonymised_at is not null)
    and ((finished_at is null) = (next_attempt_at is not null)))
);
create unique index erasures_learner on erasures (learner_id);
create index erasures_next on erasures (next_attempt_at) where next_attempt_at is not null;

-- Mailed to who has no password, to ask for it.
create table erasure_codes (
  learner_id uuid primary key references users on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  tries integer not null default 0,
  expires_at timestamptz not null
);

-- What was done about somebody and their orders, whatever the log calls it.
create index audit_log_subject_id on audit_log (subject_id) where subject_id is not null;

-- Set: nobody any more. The row stays, as money and courses hang on it.
alter table users add column erased_at timestamptz;
alter table users add constraint users_erased check (erased_at is null or blocked_at is not null) not valid;
create index users_erased on users (erased_at) where erased_at is not null;

-- Until when a law keeps the buyer's name and address of somebody who was forgotten. Null: they have an account.
alter table tax_documents add column buyer_kept_until date;
create index tax_documents_kept on tax_documents (buyer_kept_until) where buyer_kept_until is not null;

-- What is paid by somebody who was forgotten goes back.
alter table refunds drop constraint refunds_cause_check;
alter table refunds add constraint refunds_cause_check check
  (cause in ('duplicate', 'requested', 'administrator', 'mismatch', 'provider', 'dispute', 'coupon', 'erased'));
