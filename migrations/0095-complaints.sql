-- Complaints with a number, an acknowledgement and a day by which they are answered (docs/decisions/0111).
create table complaint_series (
  -- In India.
  year integer primary key,
  last_number integer not null check (last_number >= 0)
);
create table complaints (
  id uuid primary key,
  year integer not null references complaint_series,
  number integer not null check (number > 0),
  -- Null: filed by a visitor, who has shown nothing but an address.
  learner_id uuid references users,
  name text not null,
  email text not null,
  -- In what they read; null: English.
  language text,
  subject text not null check (subject in ('payment', 'course', 'certificate', 'privacy', 'other')),
  order_id uuid references orders,
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  outcome text check (outcome in ('remedied', 'explained', 'rejected')),
  assigned_to uuid references users,
  -- Counts what happened to it: an answer to what has changed meanwhile is refused.
  revision integer not null default 1,
  filed_at timestamptz not null default clock_timestamp(),
  -- A day in India.
  due_on date not null,
  closed_at timestamptz,
  unique (year, number),
  check ((state = 'closed') = (outcome is not null)),
  check ((state = 'closed') = (closed_at is not null))
);
create index complaints_by_due on complaints (due_on, id);
create index complaints_by_state on complaints (state, due_on, id);
create index complaints_by_learner on complaints (learner_id, filed_at desc);
create index complaints_by_order on complaints (order_id) where order_id is not null;
create index complaints_by_assignee on complaints (assigned_to) where assigned_to is not null;
create table complaint_events (
  id bigint generated always as identity primary key,
  complaint_id uuid not null references complaints on delete cascade,
  kind text not null check (kind in ('filed', 'added', 'reopened', 'assigned', 'answered', 'closed')),
  -- Null: who complains.
  staff_id uuid references users,
  words text not null default '',
  happened_at timestamptz not null default clock_timestamp()
);
create index complaint_events_by_complaint on complaint_events (complaint_id, id);
create index complaint_events_by_staff on complaint_events (staff_id) where staff_id is not null;
