export function useConsultationsLive(_chatId: number): void {}
