const messageIdAt = (chat: string, number: string) =>
  `(select m.id from chat_messages m where m.chat_id = ${chat} and m.number = ${number})`

/** A part of a larger statement: the consultation under `x` as the wire has it; one that covers nothing has no messages. */
export const consultationJson = (x: string) => `json_build_object('id', ${x}.id, 'chat_channel_id', ${x}.chat_id,
  'status', ${x}.status, 'start_message_id', case when ${x}.end_number is null or ${x}.end_number >= ${x}.start_number then
    ${messageIdAt(`${x}.chat_id`, `${x}.start_number`)} end,
  'end_message_id', case when ${x}.end_number >= ${x}.start_number then
    ${messageIdAt(`${x}.chat_id`, `${x}.end_number`)} end,
  'amount', ${x}.amount, 'rating', ${x}.rating)`
