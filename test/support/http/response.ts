// What a request of a test got back.

export type ApiResponse = { status: number; headers: Record<string, string>; text: string; body: any }
