/** Where to write about an order: its number goes with the message. */
export function writeHref(orderId: string): string {
  return `/contact?order=${encodeURIComponent(orderId)}`
}
