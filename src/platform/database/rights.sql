-- What the role that serves may do with each table and view, whose owner is another role (docs/decisions/0116). What
-- is not named here it may not touch. It never truncates, and neither makes nor changes what tables are.
create or replace function serving_rights() returns table (relation text, rights text) language sql immutable as $$
  select named, listed.rights
    from (values
      -- Rows come, change and go.
      ('select, insert, update, delete',
       'accepted_secrets account_alerts attachment_fetches authenticator_apps buyer_tax_details certificates
        counted_quizzes course_progress course_publications course_standings courses csp_violations
        data_exports discussion_blocks discussion_mails early_openings email_changes entitlements
        erasure_codes film_captions film_jobs films insight_minutes join_requests known_devices
        lesson_notices lesson_parts letter_recipients letters looks mail_consents mails modules nominees
        notes opening_changes page_drafts page_publications passed_quizzes passkeys password_resets
        pending_sign_ups played_days progress_recounts push_subscriptions quiz_attempts rate_limits
        recovery_codes reviews scheduled_publications sessions settlement_days sign_in_challenges
        sign_up_attempts site_settings staff_invitations study_plans submission_answers submission_files submissions
        support_views used_google_tokens users
        video_progress'),
      -- They come and go.
      ('select, insert, delete',
       'backups bundle_courses checkout_reminders discussion_notices discussion_reports earlier_plays
        insight_changes played_changes review_reports review_requests uploaded_pictures'),
      -- They come and change.
      ('select, insert, update',
       'alarms answers assignments attachments backup_schedule badge_keys bundles checklist_results complaint_series
        complaints coupon_uses coupons course_drafts demo differences disputes document_keys film_renditions
        first_run insight_days insight_totals learner_standings lesson_audiences letter_settings
        office_settings order_tax orders push_keys questions quiz_answers quiz_questions quizzes receipt_series
        refunds secrets settlement_lines settlements tax_series videos'),
      -- They come and stay as they are.
      ('select, insert',
       'attachment_replacements audit_log launch_prices mail_consent_events order_items order_statements
        parental_consents tax_settings'),
      -- They come and stay; what may change is named. Triggers say when: as accounts are joined.
      ('select, insert, update (learner_id)', 'access_ledger tax_documents'),
      ('select, insert, update (learner_id, email, name)', 'joined_accounts'),
      ('select, insert, update (words)', 'complaint_events'),
      ('select, insert, update (credential)', 'badges'),
      ('select, insert, update (printed, replaced_by)', 'replaced_certificates'),
      ('select, insert, update (buyer_name, buyer_email)', 'receipts'),
      ('select, insert, update (returned_at)', 'order_returns'),
      -- A trigger keeps those of money. The column never changes: without it no row could be locked.
      ('select, insert, delete, update (id)', 'order_events'),
      -- Who asked to be forgotten, and when, stays as it was asked: anonymise_person() goes by it.
      ('select, insert, delete, update (token_hash, next_attempt_at, attempts, waits_for, told_at, noted_at,
          anonymised_at, finished_at, changed)', 'erasures'),
      ('select', 'income migrations'),
      -- Of the owner's connection alone: what ran here, and the key that signs backups.
      ('', 'backup_signing_key repeatable_migrations')
    ) listed (rights, relations),
    regexp_split_to_table(listed.relations, '\s+') named
$$;

-- Of all that the caller owns, exactly that, whatever was granted before.
create or replace function grant_serving_rights(serving name) returns void language plpgsql as $$
declare
  owned record;
begin
  execute format('grant usage on schema public to %I', serving);
  for owned in
    select c.oid::regclass as relation, listed.rights
      from pg_class c
      left join serving_rights() listed on listed.relation = c.relname
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
       and c.relowner = current_user::regrole
  loop
    execute format('revoke all on %s from %I', owned.relation, serving);
    if owned.rights <> '' then
      execute format('grant %s on %s to %I', owned.rights, owned.relation, serving);
    end if;
  end loop;
end $$;
