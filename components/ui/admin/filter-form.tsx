import type { Route } from 'next'
import Form from 'next/form'
import type { ReactNode } from 'react'
import { FormPending } from './pending-indicator.tsx'

type FilterFormProps = { action: string; className?: string; children: ReactNode }

/**
 * A form whose fields end in the address: without scripts a plain one, with them only the rows change and those from
 * before stay until the new ones are there. Nothing is fetched before it is sent.
 */
export function FilterForm({ action, className, children }: FilterFormProps) {
  return (
    <Form action={action as Route} prefetch={false} {...(className ? { className } : {})}>
      {children}
      <FormPending />
    </Form>
  )
}
