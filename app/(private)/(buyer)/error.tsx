'use client'

import { ErrorPanel } from '#components/orders/error-panel.tsx'

export default function BuyerError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return <ErrorPanel reference={error.digest ?? null} onRetry={retry} />
}
