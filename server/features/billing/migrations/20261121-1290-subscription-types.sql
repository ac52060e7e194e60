-- A main subscription opens the site, a general one the mobile app alone (BIL-05, GRD-08).
alter table payment_subscriptions
  add column course_service_type text not null default 'main_subscription'
    check (course_service_type in ('main_subscription', 'general_subscription'));
