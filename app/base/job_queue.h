// Work that is done on other threads while the caller goes on.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace winnow {

/// Runs jobs in any order, several at once, on threads that other work goes before. Once a job has thrown,
/// those that wait are dropped.
class JobQueue {
  public:
    /// `max_waiting`: jobs that may wait beside those that run, at least 1.
    JobQueue(unsigned threads, std::size_t max_waiting);
    /// Drops the jobs that wait, and waits for those that run.
    ~JobQueue();
    JobQueue(const JobQueue&) = delete;

    /// Hands over a job; waits while too many wait. Throws what a job has thrown, once, when no job runs any
    /// more.
    void add(std::function<void()> job);
    /// Waits for all jobs. Throws what one has thrown, once.
    void wait();

  private:
    void work();
    void rethrow(std::unique_lock<std::mutex>& lock);

    const std::size_t max_waiting_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> waiting_;
    std::size_t running_ = 0;
    bool ends_ = false;
    std::exception_ptr failure_;
    std::vector<std::thread> threads_;
};

}  // namespace winnow
