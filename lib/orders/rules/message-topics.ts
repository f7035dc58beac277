/** What a message to the store is about, in the sender's own view. */
export const MESSAGE_TOPICS = ['install', 'no_service', 'top_up', 'refund', 'payment', 'invoice', 'other'] as const
export type MessageTopic = (typeof MESSAGE_TOPICS)[number]
