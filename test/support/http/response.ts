// The response to a request of a test.

export type ApiResponse = { status: number; headers: Record<string, string>; text: string; body: any }
