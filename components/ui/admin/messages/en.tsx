'use client'

import type { ReactNode } from 'react'
import { AddMessages } from '#components/ui/admin/messages/add-messages.tsx'
import action from '#messages/en/action.json'
import admin from '#messages/en/admin.json'
import bulk from '#messages/en/admin-bulk.json'

const MESSAGES = { action, admin, 'admin-bulk': bulk }

export function EnglishMessages({ children }: { children: ReactNode }) {
  return <AddMessages messages={MESSAGES}>{children}</AddMessages>
}
