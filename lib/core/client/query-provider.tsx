'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

/** Lets parts of a private page ask our routes again. One client per page load, shared with nobody. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }))

  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
