// Every run of the tests generates the same requests and texts, so that a failure can be repeated.
import fc from 'fast-check';

fc.configureGlobal({ seed: 20_261_120 });
