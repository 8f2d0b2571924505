-- A new address holds only while who asked for it may ask (docs/decisions/0067). Null: asked before this
-- was kept, or by the version before.
alter table email_changes add column requested_by uuid references users on delete cascade;
create index email_changes_requested_by on email_changes (requested_by);
