import { startSandbox } from '#sandbox/upstream/server.ts'

const { PORT, HOST, DATA_DIR, SANDBOX_PHONE, SANDBOX_PASSWORD, SANDBOX_SECRET, SANDBOX_COUNTER_CARDS } = process.env
const PARTNERS = [11, 12, 13]

try {
  const sandbox = await startSandbox({
    port: Number(PORT ?? 4900),
    ...(HOST && { host: HOST }),
    ...(DATA_DIR && { dataDir: DATA_DIR }),
    ...(SANDBOX_PHONE && { phone: SANDBOX_PHONE }),
    ...(SANDBOX_PASSWORD && { password: SANDBOX_PASSWORD }),
    ...(SANDBOX_SECRET && { secret: SANDBOX_SECRET }),
  })
  for (const dpId of PARTNERS) {
    for (let place = 0; place < Number(SANDBOX_COUNTER_CARDS ?? 0); place++) {
      sandbox.control.addCounterCard({ dpId, place })
    }
  }
  const end = async () => {
    await sandbox.close()
    process.exit(0)
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  // Last: whoever reads this line may send a signal at once.
  console.log(`sandbox upstream on ${sandbox.url}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
