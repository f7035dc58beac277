import { startTestPayments } from './server.ts'

const { PORT, HOST, DATA_DIR, TEST_PAYMENTS_KEY, TEST_PAYMENTS_WEBHOOK_SECRET, WEBHOOK_URL } = process.env

try {
  const missing = ['TEST_PAYMENTS_KEY', 'TEST_PAYMENTS_WEBHOOK_SECRET'].filter((name) => !process.env[name])
  if (process.env.STORE_MODE !== 'live' && missing.length > 0) throw new Error(`Missing: ${missing.join(', ')}.`)
  const server = await startTestPayments({
    port: Number(PORT ?? 4940),
    host: HOST ?? '127.0.0.1',
    key: TEST_PAYMENTS_KEY ?? '',
    webhookSecret: TEST_PAYMENTS_WEBHOOK_SECRET ?? '',
    ...(DATA_DIR ? { dataDir: DATA_DIR } : {}),
    ...(WEBHOOK_URL ? { webhookUrl: WEBHOOK_URL } : {}),
    ...(process.env.TEST_PAYMENTS_PUBLIC_URL ? { publicUrl: process.env.TEST_PAYMENTS_PUBLIC_URL } : {}),
  })
  const stop = () => void server.close().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  // Last: whoever reads this line may ask for the end at once.
  console.log(`Test payments listening on ${server.url}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
