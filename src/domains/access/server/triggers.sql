-- Grants and revocations stay as they were made (docs/decisions/0008).
create or replace trigger access_ledger_append_only before update or delete on access_ledger
  for each row execute function refuse_change_but_joining('reason');

-- A taken course is not handed out from memory.
create or replace trigger entitlements_told after delete or update on entitlements
  for each row execute function notify_change('learner', 'learner_id');
create or replace trigger entitlements_emptied_told after truncate on entitlements
  execute function notify_change();
