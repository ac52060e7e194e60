-- With a person both go. In which order the database takes them depends on how it has numbered its constraints, as after a restore.
alter table homework_attempts
  alter constraint homework_attempts_message_id_fkey deferrable initially deferred,
  alter constraint homework_attempts_verdict_message_id_fkey deferrable initially deferred;
