-- A learner's own week, reminders of it, and the browsers that are told (docs/decisions/0131).
create table study_plans (
  learner_id uuid primary key references users,
  -- 1 is Monday.
  weekdays smallint[] not null check (cardinality(weekdays) between 1 and 7),
  -- In India.
  hour smallint not null check (hour between 0 and 23),
  -- A day.
  minutes smallint not null check (minutes between 1 and 600),
  reminded_by text not null default 'none' check (reminded_by in ('none', 'mail', 'push')),
  -- The first day that counts.
  since date not null,
  -- Weekdays that held before, each until the day on which others held.
  earlier jsonb not null default '[]',
  -- When it is looked at next whether to remind; null: never.
  next_at timestamptz,
  -- The last day with a reminder.
  reminded_on date,
  check ((reminded_by = 'none') = (next_at is null))
);
create index study_plans_due on study_plans (next_at) where next_at is not null;

-- Of who has a plan, from its first day on.
create table played_days (
  learner_id uuid not null references users,
  -- In India.
  day date not null,
  seconds real not null,
  primary key (learner_id, day)
);
create index played_days_by_day on played_days (day);

-- A browser goes with the session in which it was agreed to.
create table push_subscriptions (
  endpoint text primary key,
  learner_id uuid not null references users,
  session_hash bytea not null references sessions on delete cascade,
  p256dh bytea not null,
  auth bytea not null,
  -- Of the key that its push service knows us by.
  public_key text not null,
  made_at timestamptz not null default clock_timestamp()
);
create index push_subscriptions_of_learner on push_subscriptions (learner_id);
create index push_subscriptions_of_session on push_subscriptions (session_hash);

-- Keys by which push services know the academy (VAPID), sealed as those of badges are.
create table push_keys (
  public_key text primary key,
  sealed_private_key text not null,
  made_at timestamptz not null default clock_timestamp()
);

-- Reminders are agreed to each by itself; that of mails goes by the queue of letters.
alter table mail_consents drop constraint mail_consents_list_check;
alter table mail_consents add constraint mail_consents_list_check
  check (list in ('news', 'courses', 'reminders', 'push')) not valid;
alter table mail_consent_events drop constraint mail_consent_events_list_check;
alter table mail_consent_events add constraint mail_consent_events_list_check
  check (list in ('news', 'courses', 'reminders', 'push')) not valid;
alter table mails drop constraint mails_list_check;
alter table mails add constraint mails_list_check
  check (list in ('news', 'courses', 'reminders')) not valid;

-- Who is told by mail when lessons open: who has a course in which lessons wait.
create table lesson_notices (
  learner_id uuid not null references users,
  course_id text not null references courses,
  -- What opened until then was told, or was open from the start.
  told_until timestamptz not null,
  -- When it is looked at next; null: no lesson waits for a time.
  next_at timestamptz,
  -- The last day with a mail.
  mailed_on date,
  primary key (learner_id, course_id)
);
create index lesson_notices_due on lesson_notices (next_at) where next_at is not null;
create index lesson_notices_of_course on lesson_notices (course_id);
-- Courses whose rules have changed, until all who have them were looked at.
create table opening_changes (
  course_id text primary key references courses,
  -- Up to whom; null: nobody yet.
  looked_to uuid
);
-- Who has a course in which lessons wait already.
insert into opening_changes (course_id)
select distinct course_id from videos where opens is not null and retired_at is null;
