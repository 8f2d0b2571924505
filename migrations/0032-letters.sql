-- Letters to many people, and what people said about them (docs/decisions/0061).

alter table sign_up_attempts add column wants_news boolean not null default false;

-- What somebody last said about a list of mails. Without a row they never said anything.
create table mail_consents (
  learner_id uuid not null references users on delete cascade,
  list text not null check (list in ('news', 'courses')),
  is_given boolean not null,
  said_at timestamptz not null,
  source text not null check (source in ('sign_up', 'account', 'mail')),
  primary key (learner_id, list)
);
create index mail_consents_given on mail_consents (list, learner_id) where is_given;

-- All that was ever said, to be shown to whoever asks. No foreign key: what was said stays said.
create table mail_consent_events (
  id bigint generated always as identity primary key,
  learner_id uuid not null,
  list text not null check (list in ('news', 'courses')),
  is_given boolean not null,
  said_at timestamptz not null,
  source text not null check (source in ('sign_up', 'account', 'mail'))
);
create index mail_consent_events_learner on mail_consent_events (learner_id, id);
create trigger mail_consent_events_append_only before update or delete on mail_consent_events
  for each row execute function refuse_change();

-- Set: a letter to many people. Sent at most once, and never to who has said no meanwhile.
alter table mails
  add column list text check (list in ('news', 'courses')),
  add column unsubscribe_url text;
create index mails_letters_waiting on mails (recipient)
  where list is not null and sent_at is null and next_attempt_at is not null;

create table letters (
  id uuid primary key,
  list text not null check (list in ('news', 'courses')),
  subject text not null check (char_length(subject) between 1 and 200),
  -- Markdown.
  body text not null check (char_length(body) between 1 and 20000),
  audience text not null check (audience in ('everybody', 'owners', 'not_started', 'stalled')),
  -- No foreign key: of a course that is deleted nobody is an owner any more.
  course_id text check ((course_id is null) = (audience = 'everybody')),
  revision integer not null default 1,
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'sending', 'sent')),
  send_at timestamptz check ((send_at is null) = (state = 'draft')),
  created_at timestamptz not null default clock_timestamp(),
  -- From here on it cannot be cancelled, and who joins later is not meant.
  begun_at timestamptz check ((begun_at is null) = (state in ('draft', 'scheduled'))),
  -- Up to whom the audience is written down, and since when it all is.
  frozen_to uuid,
  frozen_at timestamptz,
  finished_at timestamptz check ((finished_at is null) = (state <> 'sent')),
  people integer not null default 0,
  mailed integer not null default 0,
  left_out integer not null default 0,
  check (list <> 'courses' or audience <> 'everybody')
);
create index letters_newest on letters (created_at, id);
create index letters_due on letters (send_at) where state = 'scheduled';
create index letters_sending on letters (begun_at) where state = 'sending';

-- A person is in the audience of a letter once; the row is done in the transaction that queues the mail.
create table letter_recipients (
  letter_id uuid not null references letters on delete cascade,
  learner_id uuid not null references users on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'mailed', 'left_out')),
  done_at timestamptz check ((done_at is null) = (state = 'waiting')),
  primary key (letter_id, learner_id)
);
create index letter_recipients_waiting on letter_recipients (letter_id, learner_id)
  where state = 'waiting';
create index letter_recipients_mailed on letter_recipients (done_at) where state = 'mailed';
create index letter_recipients_learner on letter_recipients (learner_id);

-- One row.
create table letter_settings (
  id boolean primary key default true check (id),
  letters_a_minute integer not null default 60 check (letters_a_minute between 1 and 6000),
  are_reminders_on boolean not null default false
);
insert into letter_settings default values;

-- Checkouts that were left without paying: a learner is reminded of a course once.
create table checkout_reminders (
  learner_id uuid not null references users on delete cascade,
  course_id text not null,
  order_id uuid not null references orders,
  mailed_at timestamptz not null default clock_timestamp(),
  primary key (learner_id, course_id)
);
create index checkout_reminders_order on checkout_reminders (order_id);

-- Audiences are walked by learner.
create index entitlements_course_learner on entitlements (course_id, learner_id);
drop index entitlements_course;
