/**
 * The columns that say nothing of a learner, table by table: courses and their films, sums that count many, and
 * what the academy keeps of itself. Those that name a member of staff are told apart; who works here is not
 * erased, and whoever has worked here is the academy's own matter (docs/decisions/0110).
 */
export const impersonalColumns: Record<string, string> = {
  accepted_secrets: 'name value accepted_until',
  attachment_replacements: 'course_id video_id old_id new_id replaced_at',
  attachments: 'id course_id filename type size_in_bytes sha256 key created_at',
  backup_schedule: `id since asked_at started_at restored_at restore_started_at failure restore_failure unread_key`,
  backup_signing_key: 'id private_key',
  backups: 'key made_at size_in_bytes is_encrypted verified_at',
  badge_keys: 'public_key sealed_private_key made_at',
  bundle_courses: 'bundle_id position course_id',
  bundles: 'id title description price_in_paise created_at ended_at',
  checklist_results: 'item subject state sentence checked_at started_at',
  coupons: `code number percent_off amount_off_in_paise course_id starts_at ends_at max_uses
    max_uses_per_learner first_purchase_only uses_reserved uses_used created_at created_by
    ended_at`,
  complaint_series: 'year last_number',
  course_drafts: 'course_id revision content published_revision saved_at saved_by save_id',
  course_publications: 'course_id number published_at published_by content changes affected',
  courses: `id title description price_in_paise thumbnail created_at hidden_at state lessons_revision page`,
  csp_violations: 'directive blocked page reports first_seen_at last_seen_at',
  demo: 'id course_ids film_ids hidden_at hidden_course_ids gone_at',
  document_keys: 'certificate sealed_private_key made_at',
  film_captions: 'film_id language label vtt',
  film_jobs: 'film_id name position attempts failures progress lease_token lease_until created_at',
  film_renditions: 'film_id name type width height bits_per_second size_in_bytes sha256 key grid',
  films: `id course_id filename state message duration_in_seconds is_playable created_at unused_since
    chapters`,
  first_run: 'id state',
  insight_changes: 'id day course_id figure amount minute',
  insight_days: 'figure day course_id amount',
  insight_minutes: 'day minute figure amount',
  insight_totals: 'course_id figure amount',
  launch_prices: 'id course_id price_in_paise starts_at ends_at reason set_at set_by',
  lesson_audiences: 'video_id film part_in_seconds learners sized_for',
  lesson_parts: 'video_id film part learners',
  letter_settings: 'id letters_a_minute are_reminders_on',
  letters: `id list subject body audience course_id revision state send_at created_at begun_at frozen_to
    frozen_at finished_at people mailed left_out put_off`,
  looks: 'number content changed_by published_at',
  migrations: 'name ran_at',
  modules: 'id course_id position title description',
  office_settings: `id grievance_officer_name grievance_officer_email grievance_officer_phone updated_at`,
  page_drafts: `address revision content saved_at saved_by save_id publish_at scheduled_content
    scheduled_by`,
  page_publications: 'address number published_at published_by content changes',
  played_changes: 'video_id old_film old_played new_film new_played duration_in_seconds',
  progress_recounts: 'course_id requested_at',
  assignments: 'video_id course_id settings retired_at',
  opening_changes: 'course_id looked_to',
  push_keys: 'public_key sealed_private_key made_at',
  counted_quizzes: 'course_id video_id',
  quizzes: 'video_id course_id settings film published_at retired_at',
  quiz_questions: 'video_id id version position question film published_at retired_at',
  receipt_series: 'series last_number',
  repeatable_migrations: 'name checksum ran_at',
  scheduled_publications: 'course_id publish_at revision content state scheduled_by',
  secrets: 'name value',
  settlement_days: 'day read_at next_read_at compared_at',
  settlement_lines: `settlement_id entity_id type credit_in_paise debit_in_paise amount_in_paise fee_in_paise
    tax_in_paise currency razorpay_payment_id razorpay_order_id dispute_id description created_at
    compared_at`,
  settlements: 'id utr settled_at lines credit_in_paise debit_in_paise fee_in_paise tax_in_paise',
  site_settings: 'name value is_sealed updated_at',
  tax_series: 'series last_number',
  tax_settings: 'id legal_name address state_code gstin sac set_by set_at',
  uploaded_pictures: 'id uploaded_at uploaded_by',
  used_google_tokens: 'hash expires_at',
  videos: `id course_id module_id position title url duration is_preview text links attachments
    published_at retired_at film earlier_films opens earlier_openings`,
}
