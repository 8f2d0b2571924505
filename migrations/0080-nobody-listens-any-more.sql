-- Only the version before 0016 listened to these.
drop trigger sessions_withdrawn on sessions;
drop trigger entitlements_withdrawn on entitlements;
drop trigger certificates_withdrawn on certificates;
drop function tell_withdrawal;
