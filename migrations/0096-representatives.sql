-- Who acts for whom: a nominee, and the parent of a child; and what a buyer states of their age
-- (docs/decisions/0112).
alter table users add column parent_id uuid references users;
alter table users add constraint users_children check (
  parent_id is null or (parent_id <> id and role is null and google_subject is null)
);
create index users_by_parent on users (parent_id) where parent_id is not null;

alter table mail_consents drop constraint mail_consents_source_check;
alter table mail_consents add constraint mail_consents_source_check
  check (source in ('sign_up', 'account', 'mail', 'parent'));
alter table mail_consent_events drop constraint mail_consent_events_source_check;
alter table mail_consent_events add constraint mail_consent_events_source_check
  check (source in ('sign_up', 'account', 'mail', 'parent'));

create table nominees (
  learner_id uuid primary key references users on delete cascade,
  name text not null,
  -- Either of the two is there.
  email text,
  phone text,
  relation text not null,
  named_at timestamptz not null default clock_timestamp(),
  check (email is not null or phone is not null)
);

-- Each yes and no of a parent to the account of a child, with the words that were agreed to.
create table parental_consents (
  id bigint generated always as identity primary key,
  child_id uuid not null,
  parent_id uuid not null,
  is_given boolean not null,
  words text not null,
  said_at timestamptz not null default clock_timestamp()
);
create index parental_consents_by_child on parental_consents (child_id, id);

-- Which words stood beside the button that a buyer pressed.
create table order_statements (
  order_id uuid not null references orders on delete cascade,
  wording text not null,
  said_at timestamptz not null default clock_timestamp(),
  primary key (order_id, wording)
);
