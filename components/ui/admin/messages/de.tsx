'use client'

import type { ReactNode } from 'react'
import { AddMessages } from '#components/ui/admin/messages/add-messages.tsx'
import action from '#messages/de/action.json'
import admin from '#messages/de/admin.json'
import bulk from '#messages/de/admin-bulk.json'

const MESSAGES = { action, admin, 'admin-bulk': bulk }

export function GermanMessages({ children }: { children: ReactNode }) {
  return <AddMessages messages={MESSAGES}>{children}</AddMessages>
}
