// What the server writes before web/service-worker.js.

declare const VERSION: string;
declare const LANGUAGE: string;
declare const ALONE: boolean;
declare const SHARED: string;
declare const PAGES_ABOARD: string[];
declare const FILES_ABOARD: string[];
