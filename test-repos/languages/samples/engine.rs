//! An engine for jobs.
#![allow(dead_code)]

use std::collections::HashMap;
use std::fmt;

pub const MAX_JOBS: usize = 16;
static GREETING: &str = "hello";

/// What a job gives back.
pub type Outcome<T> = Result<T, EngineError>;

/// A job.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct Job<'a, T: Clone> {
    pub name: &'a str,
    payload: T,
}

pub struct Id(u64);

struct Unit;

#[derive(Debug)]
pub enum EngineError {
    /// Nothing left.
    Empty,
    Io(std::io::Error),
    Other { code: i32 },
}

pub union Bits {
    float: f32,
    word: u32,
}

pub trait Runner: Send {
    type Output;
    const NAME: &'static str;

    /// Runs once.
    fn run(&mut self) -> Self::Output;

    fn name(&self) -> &str {
        Self::NAME
    }
}

impl<'a, T: Clone> Job<'a, T> {
    /// Makes one.
    pub const fn new(name: &'a str, payload: T) -> Self {
        Self { name, payload }
    }

    #[inline]
    #[must_use]
    pub(crate) async fn execute<F>(
        &mut self,
        callback: F, // called once
    ) -> Outcome<T>
    where
        F: FnOnce(&T) -> bool,
    {
        fn helper(value: bool) -> bool {
            !value
        }
        let again = |value: bool| helper(value);
        again(callback(&self.payload));
        Ok(self.payload.clone())
    }
}

impl<'a, T: Clone> Runner for Job<'a, T> {
    type Output = T;
    const NAME: &'static str = "job";

    fn run(&mut self) -> T {
        self.payload.clone()
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "engine")
    }
}

impl From<std::io::Error> for EngineError {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<i32> for EngineError {
    fn from(code: i32) -> Self {
        Self::Other { code }
    }
}

unsafe impl Send for Bits {}

impl<T> Runner for Vec<Box<dyn Fn(T) -> T>> {
    type Output = ();
    const NAME: &'static str = "vec";
    fn run(&mut self) {}
}

mod queue {
    use super::*;

    pub struct Queue {
        jobs: HashMap<String, Id>,
    }

    impl Queue {
        pub fn push(&mut self, id: Id) {}
    }

    impl Default for Queue {
        fn default() -> Self {
            Self { jobs: HashMap::new() }
        }
    }
}

mod elsewhere;

macro_rules! job {
    ($name:expr) => {
        Job::new($name, ())
    };
}

extern "C" {
    fn abs(input: i32) -> i32;
}

pub unsafe extern "C" fn exported(input: *const u8) -> i32 {
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makes_a_job() {
        assert_eq!(Job::new("a", 1).name, "a");
    }
}
