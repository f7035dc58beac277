import { startMailSink } from './server.ts'

const { SMTP_PORT, PORT, HOST, DATA_DIR } = process.env

try {
  const sink = await startMailSink({
    smtpPort: Number(SMTP_PORT ?? 4951),
    webPort: Number(PORT ?? 4950),
    host: HOST ?? '127.0.0.1',
    ...(DATA_DIR ? { dataDir: DATA_DIR } : {}),
  })
  const stop = () => void sink.close().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  // Last: whoever reads this line may ask for the end at once.
  console.log(`Test mail listening on smtp://${sink.host}:${sink.smtpPort}, read it at ${sink.url}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
