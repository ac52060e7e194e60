/** Tables that are no part of an exported school, with the reason. */
export const leftOutTables: Readonly<Record<string, string>> = {
  migrations: 'What the schema was made by stands in school.json',
  sessions: 'Who is signed in where',
  transfer_tokens: 'Secrets of a minute',
  one_time_codes: 'Secrets of minutes',
  email_changes: 'Secrets of minutes',
  recovery_codes: 'Secrets of second factors',
  second_factors: 'Sealed with a key that is not exported',
  known_devices: 'Secrets of browsers',
  sign_in_attempts: 'Who tried passwords',
  social_attempts: 'Secrets of minutes',
  setup_codes: 'Secrets of the first administrator',
  test_letters: 'Secrets of a trial of e-mail',
  push_subscriptions: 'Addresses of devices, bound to the key of notifications',
  notification_keys: 'The private key of notifications',
  download_keys: 'The private key of leases',
  download_items: 'What was measured of stored files: it is measured again where one is asked for',
  payment_methods: 'What cards are charged by',
  payment_tests: 'Trials of the keys of payment providers',
  provider_events: 'What payment providers sent, with their proofs; what came of it stands in the ledger',
  live_events: 'What open pages are told',
  live_rooms: 'What open pages are told',
  media_trash: 'Files that are to be removed',
  course_exports: 'Files that were made to be fetched',
  backups: 'Backups of the old place',
}

/** Secrets in other tables: left to what the column is without them, or written as something else (SQL). */
export const hiddenColumns: Readonly<Record<string, Readonly<Record<string, { as: string } | 'left out'>>>> = {
  users: { password_hash: 'left out' },
  media: { secret: 'left out' },
  video_experts: { calendar_url: 'left out' },
  store_purchases: { proof: 'left out' },
  // Without its keys an account cannot sell; its payments stay under its name.
  payment_accounts: { keys: { as: `'\\x'::bytea` }, is_active: { as: 'false' } },
}
